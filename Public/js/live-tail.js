
// The live tail of events: adds each event that the server sends to the table, the newest first.
{
  const table = document.getElementById("tail");
  const maximumRows = 200;

  const follow = () => {
    const state = document.getElementById("tail-state");
    const toggle = document.getElementById("tail-toggle");
    const rows = table.querySelector("tbody");
    const losses = document.getElementById("tail-losses");
    const texts = document.getElementById("tail-texts").content;
    const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
      timeZone: table.dataset.zone || undefined, hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit",
      fractionalSecondDigits: 3,
    });
    const numbers = new Intl.NumberFormat(document.documentElement.lang);
    let stream = null;
    // The id of the last message: where the stream goes on after a pause.
    let place = "";
    const dropped = new Map();
    const say = (name) => { state.textContent = state.dataset[name]; };

    // The element of the page that says a value of the stream in words; the value itself when the page has none.
    const inWords = (kind, value) => {
      const known = texts.querySelector(`[data-${kind}="${CSS.escape(value ?? "")}"]`);
      return known ? known.cloneNode(true) : document.createTextNode(visibleText(value));
    };

    const element = (name, className, ...content) => {
      const made = document.createElement(name);
      if (className) made.className = className;
      made.append(...content.map((part) => (part instanceof Node ? part : visibleText(part))));
      return made;
    };

    const link = (href, className, ...content) => {
      const made = element("a", className, ...content);
      made.href = href;
      return made;
    };

    const short = (id) => (id.length > 15 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);

    const user = (id) => {
      if (!id) return "";
      const hasPage = table.dataset.user && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
      return hasPage ? link(table.dataset.user + encodeURIComponent(id), "id", short(id)) : short(id);
    };

    const add = (event) => {
      // What a stream finds in the database after an interruption can begin with events that are here already.
      if (rows.querySelector(`[data-reference="${CSS.escape(event.reference)}"]`)) return;
      const time = clock.format(new Date(event.occurred_at));
      const message = event.error?.message ? [` · ${event.error.message}`] : [];
      const app = [event.app_version, event.device_model ?? event.platform, event.os_version].filter((part) => part).join(" · ");
      const row = element("tr", "",
        element("td", "", inWords("outcome", event.outcome), element("span", "sub only-s", time)),
        element("td", "num num--start upto-s", time),
        element("td", "",
          link(table.dataset.event + event.reference, "", inWords("stage", event.stage)),
          element("span", "sub only-s line", ...(event.code ? [`${event.code} · `] : []), inWords("side", event.source), ...message)),
        element("td", "upto-s table__rest",
          element("span", "line",
            ...(event.code ? [element("strong", "", event.code), " "] : []),
            element("span", "muted", inWords("side", event.source), ...message))),
        element("td", "upto-l", element("span", "line", user(event.user))),
        element("td", "upto-m", element("span", "line", app)),
      );
      row.dataset.reference = event.reference;
      rows.prepend(row);
      while (rows.childElementCount > maximumRows) rows.lastElementChild.remove();
    };

    // Says how many events were left out for a reason so far; without a number once one of them is not known.
    const drop = (loss) => {
      const line = losses.querySelector(`[data-loss="${CSS.escape(loss.reason)}"]`);
      if (!line) return;
      const total = (dropped.get(loss.reason) ?? 0) + (loss.count ?? NaN);
      dropped.set(loss.reason, total);
      line.textContent = Number.isNaN(total)
        ? line.dataset.uncounted
        : line.dataset.counted.replace("{count}", numbers.format(total));
      line.hidden = false;
    };

    // A refused connection is tried again for two minutes: after some pauses the server still counts earlier ones.
    const mostTries = 24;
    const betweenTries = 5000;
    let tries = 0;
    let retry = 0;

    const stop = (name) => {
      clearTimeout(retry);
      stream?.close();
      stream = null;
      toggle.textContent = toggle.dataset.resume;
      say(name);
    };

    const connect = () => {
      toggle.textContent = toggle.dataset.pause;
      const source = table.dataset.source;
      const after = place && `${source.includes("?") ? "&" : "?"}after=${encodeURIComponent(place)}`;
      stream = new EventSource(source + after);
      const listen = (name, handle) => stream.addEventListener(name, (message) => {
        place = message.lastEventId || place;
        handle(JSON.parse(message.data));
      });
      listen("start", () => {
        tries = 0;
        say("connected");
      });
      listen("auth-event", add);
      listen("dropped", drop);
      listen("end", (end) => {
        // After a restart of the server the browser connects again; nothing else goes on by itself.
        if (end.reason !== "shutdown") stop("ended");
      });
      stream.addEventListener("error", () => {
        if (!stream) return;
        if (stream.readyState !== EventSource.CLOSED) say("interrupted");
        else if (tries >= mostTries) stop("ended");
        else {
          tries += 1;
          say("interrupted");
          retry = setTimeout(connect, betweenTries);
        }
      });
    };

    const start = () => {
      say("connecting");
      tries = 0;
      connect();
    };

    toggle.addEventListener("click", () => { if (stream) stop("paused"); else start(); });
    toggle.hidden = false;
    table.hidden = false;
    document.getElementById("tail-without-script").hidden = true;
    start();
  };

  if (table) follow();
}
