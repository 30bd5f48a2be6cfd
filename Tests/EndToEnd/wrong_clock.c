// Preloaded into a process whose calendar shall be wrong, by GATEHOUSE_TEST_CLOCK_SECONDS. All else that a clock says stays right.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
    const char *text = getenv("GATEHOUSE_TEST_CLOCK_SECONDS");
    return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long result = syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += offset();
    return (int)result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec moment;
    if (clock_gettime(CLOCK_REALTIME, &moment) != 0) return -1;
    now->tv_sec = moment.tv_sec;
    now->tv_usec = moment.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *place) {
    struct timespec moment;
    if (clock_gettime(CLOCK_REALTIME, &moment) != 0) return -1;
    if (place) *place = moment.tv_sec;
    return moment.tv_sec;
}
