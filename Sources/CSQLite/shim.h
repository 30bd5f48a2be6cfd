#include <sqlite3.h>

/// Swift cannot call `sqlite3_config`, which takes any number of arguments.
static inline int gatehouse_sqlite_stop_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
