/* Search over the entries of search-index.js, and the link that opens a collapsed section. */
(() => {
  const MAX = 20;
  const input = document.getElementById('search');
  const list = document.getElementById('found');
  const entries = (globalThis.searchEntries ?? []).map((entry) => ({
    ...entry,
    text: `${entry.title} ${entry.kind} ${entry.words}`.toLowerCase(),
  }));

  function rank(entry, words) {
    if (!words.every((word) => entry.text.includes(word))) return 0;
    const title = entry.title.toLowerCase();
    if (title === words.join(' ')) return 4;
    if (title.startsWith(words[0])) return 3;
    return words.every((word) => title.includes(word)) ? 2 : 1;
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : entries.map((entry) => [rank(entry, words), entry]);
    const best = found.filter(([points]) => points > 0).sort(([a], [b]) => b - a);
    list.replaceChildren(...best.slice(0, MAX).map(([, entry]) => itemOf(entry)));
    if (words.length > 0 && best.length === 0) list.append(noteOf('Nothing found.'));
    if (best.length > MAX) list.append(noteOf(`${best.length - MAX} more. Add a word.`));
  }

  function itemOf({ title, kind, url }) {
    const link = document.createElement('a');
    link.href = url;
    link.textContent = title;
    const note = document.createElement('small');
    note.textContent = kind;
    link.append(note);
    const item = document.createElement('li');
    item.append(link);
    return item;
  }

  function noteOf(text) {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }

  function openTarget() {
    const target =
      document.getElementById(decodeURIComponent(location.hash.slice(1))) ??
      document.getElementById(location.hash.slice(1));
    const closed = target?.querySelector(':scope > details') ?? target?.closest('details');
    if (!closed || closed.open) return;
    closed.open = true;
    target.scrollIntoView();
  }

  if (input !== null) {
    input.hidden = false;
    input.addEventListener('input', show);
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') list.querySelector('a')?.click();
    });
    list.addEventListener('click', () => {
      input.value = '';
      show();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.target === input) return;
      event.preventDefault();
      input.focus();
    });
  }
  addEventListener('hashchange', openTarget);
  openTarget();
})();
