// Loads the page again after the seconds that it asks for. While a field has the focus, or holds something else than at
// first, or while a link or button has the focus, the page stays: what someone types, and their place, is not lost.
{
  const seconds = Number(document.documentElement.dataset.refresh);
  const selector = "input:not([type=hidden]), select, textarea";
  const fields = [...document.querySelectorAll(selector)];
  const content = (field) => (["checkbox", "radio"].includes(field.type) ? field.checked : field.value);
  const first = fields.map(content);
  const isInUse = () => document.activeElement?.matches(`${selector}, a, button, summary`)
    || fields.some((field, place) => content(field) !== first[place]);

  let timer = 0;
  const stop = () => clearInterval(timer);
  const start = () => {
    stop();
    timer = setInterval(() => {
      if (isInUse()) return;
      stop();
      location.reload();
    }, seconds * 1000);
  };
  if (seconds) {
    start();
    // Another page is on its way: it is not stopped.
    addEventListener("beforeunload", stop);
    addEventListener("pageshow", (event) => { if (event.persisted) start(); });
  }
}
