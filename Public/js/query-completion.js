
// The query of the page Events: proposes what can replace the word at the cursor.
{
  const field = document.querySelector("[data-completions]");
  const list = document.getElementById("completions");
  const pause = 150;

  const complete = () => {
    const encoder = new TextEncoder();
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const numbers = new Intl.NumberFormat(document.documentElement.lang);
    let timer = 0;
    let request = null;
    // What is listed: the text that was typed, the range of it that an option replaces, and the options.
    let proposal = null;
    let active = -1;

    const stop = () => {
      clearTimeout(timer);
      request?.abort();
      request = null;
    };

    const activate = (place) => {
      list.children[active]?.setAttribute("aria-selected", "false");
      active = place;
      const option = list.children[active];
      if (!option) {
        field.removeAttribute("aria-activedescendant");
        return;
      }
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", option.id);
    };

    const close = () => {
      stop();
      activate(-1);
      proposal = null;
      list.hidden = true;
      list.replaceChildren();
      field.setAttribute("aria-expanded", "false");
    };

    const part = (className, text) => {
      const made = document.createElement("span");
      made.className = className;
      made.textContent = text;
      return made;
    };

    const option = (item, place) => {
      const made = document.createElement("li");
      made.id = `completion-${place}`;
      made.className = "completion__option";
      made.setAttribute("role", "option");
      made.setAttribute("aria-selected", "false");
      made.append(part("completion__text", visibleText(item.text)));
      if (typeof item.count === "number") made.append(part("completion__count", numbers.format(item.count)));
      return made;
    };

    // `start` and `end` of the answer are bytes of the text.
    const show = (text, answer, isAsked) => {
      const bytes = encoder.encode(text);
      const place = (byte) => decoder.decode(bytes.subarray(0, byte)).length;
      const [start, end] = [place(answer.start), place(answer.end)];
      const items = answer.items.filter((item) => item.text !== text.slice(start, end));
      // Before a word is begun, a list of all fields would hide the page.
      const isBegun = start < end || items.some((item) => item.kind === "value" || item.kind === "comparison");
      if (items.length === 0 || !(isAsked || isBegun)) {
        close();
        return;
      }
      activate(-1);
      proposal = { text, start, end, items };
      list.replaceChildren(...items.map(option));
      list.hidden = false;
      list.scrollTop = 0;
      field.setAttribute("aria-expanded", "true");
    };

    // `isAsked`: the user asked for the list, so that it may be of all fields.
    const ask = async (isAsked) => {
      stop();
      const own = new AbortController();
      request = own;
      try {
        const text = field.value;
        if (encoder.encode(text).length > field.maxLength) {
          close();
          return;
        }
        const cursor = encoder.encode(text.slice(0, field.selectionStart)).length;
        const query = `q=${encodeURIComponent(text)}&cursor=${cursor}`;
        const response = await fetch(`${field.dataset.completions}?${query}`, { signal: own.signal });
        const answer = response.ok ? await response.json() : null;
        if (request !== own) return;
        if (answer && document.activeElement === field) show(text, answer, isAsked);
        else close();
      } catch {
        // The list is a convenience: without an answer there is none.
        if (request === own) close();
      }
    };

    const take = (place) => {
      const { text, start, end, items } = proposal;
      const item = items[place];
      close();
      // The answer is about another text.
      if (field.value !== text) return;
      field.setRangeText(item.text, start, end, "end");
      // A field or a comparison goes on with a value.
      if (item.kind === "field" || item.kind === "comparison") ask(false);
    };

    field.addEventListener("input", () => {
      stop();
      activate(-1);
      timer = setTimeout(ask, pause, false);
    });

    field.addEventListener("keydown", (event) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const count = list.childElementCount;
      switch (event.key) {
        case "ArrowDown":
          event.preventDefault();
          if (count > 0) activate((active + 1) % count);
          else ask(true);
          break;
        case "ArrowUp":
          if (count === 0) return;
          event.preventDefault();
          activate(active > 0 ? active - 1 : count - 1);
          break;
        case "Enter":
        case "Tab":
          if (active < 0) {
            close();
            return;
          }
          event.preventDefault();
          take(active);
          break;
        case "Escape":
          // It would empty the field too.
          if (count > 0) event.preventDefault();
          close();
          break;
        case "ArrowLeft":
        case "ArrowRight":
        case "Home":
        case "End":
          close();
          break;
      }
    });

    field.addEventListener("blur", close);
    // The field keeps the focus.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const chosen = event.target.closest("[role=option]");
      if (chosen) take([...list.children].indexOf(chosen));
    });

    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-expanded", "false");
    field.setAttribute("aria-controls", list.id);
  };

  if (field && list) complete();
}
