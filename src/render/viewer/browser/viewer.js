/** @import { ViewerData } from '../viewer-data-type.ts' */

export function startViewer() {
  const chunkSize = 40;
  /** @type {ViewerData} */
  const data = JSON.parse(document.getElementById('viewer-data')?.textContent ?? '');
  const { words, claims, messages } = data;
  const times = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: data.zone,
  });

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Readonly<Record<string, string>>} [attributes]
   * @param {...(Node | string)} children
   */
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  const main = /** @type {HTMLElement} */ (document.querySelector('main'));
  const items = claims.map(({ id }) => document.getElementById(`claim-${id}`));
  /** @type {Map<number, number[]>} */
  const claimsOf = new Map();
  for (const [claim, { messages: cited }] of claims.entries())
    for (const message of cited) claimsOf.set(message, [...(claimsOf.get(message) ?? []), claim]);
  const cited = [...claimsOf.keys()].sort((a, b) => a - b);
  const numbered = new Map(messages.flatMap(({ number }, index) => (number ? [[number, index]] : [])));

  // What is selected: claims, messages, and the message that was moved to.
  /** @type {ReadonlySet<number>} */
  let litClaims = new Set();
  /** @type {ReadonlySet<number>} */
  let litMessages = new Set();
  let claimAt = -1;
  let messageAt = -1;

  // The conversation; the style leaves chunks that are not visible without a layout.
  const live = make('p', { class: 'live', 'aria-live': 'polite' });
  const feed = make('div', {
    class: 'feed',
    role: 'feed',
    tabindex: '0',
    'aria-label': words.conversation,
  });
  /** @param {number} index */
  const makeMessage = index => {
    const message = /** @type {ViewerData['messages'][number]} */ (messages[index]);
    const { position, number, who, time, offset, said, url, notes = [] } = message;
    const own = claimsOf.get(index) ?? [];
    const meta = make(
      'p',
      { class: 'meta' },
      ...(number ? [make('span', { class: 'number' }, `[${number}]`), ' '] : []),
      make('b', {}, make('bdi', {}, who)),
      ' · ',
      time === null
        ? make('span', {}, offset ?? '')
        : make('time', { datetime: time }, times.format(Date.parse(time))),
      ...notes.map(note => ` · ${note}`),
    );
    if (url !== undefined)
      meta.append(
        '\u2002',
        make('a', { class: 'out', href: url, rel: 'noopener noreferrer' }, words.openMessage),
      );
    if (own.length > 0) {
      const button = make('button', { type: 'button', class: 'claims-of' }, `${words.claims}: ${own.length}`);
      meta.append('\u2002', button);
    }
    const text = make('p', { class: 'said', dir: 'auto' });
    for (const [stretch, ...quotedBy] of typeof said === 'string' ? [/** @type {const} */ ([said])] : said)
      text.append(
        quotedBy.length === 0 ? stretch : make('mark', { 'data-claims': quotedBy.join(' ') }, stretch),
      );
    const article = make(
      'article',
      {
        'data-index': String(index),
        'aria-posinset': String(index + 1),
        'aria-setsize': String(messages.length),
        tabindex: '-1',
        class: own.length > 0 ? 'message cited' : 'message',
      },
      meta,
      text,
    );
    if (position !== undefined) article.id = `message-${position}`;
    return article;
  };
  const articles = messages.map((_, index) => makeMessage(index));
  for (let at = 0; at < articles.length; at += chunkSize)
    feed.append(make('div', { class: 'chunk' }, ...articles.slice(at, at + chunkSize)));

  const paint = () => {
    for (const element of feed.querySelectorAll('.lit, .here')) element.classList.remove('lit', 'here');
    for (const index of litMessages) {
      articles[index]?.classList.add('lit');
      for (const mark of articles[index]?.querySelectorAll('mark') ?? []) {
        const quotedBy = (mark.dataset['claims'] ?? '').split(' ').map(Number);
        mark.classList.toggle(
          'lit',
          quotedBy.some(claim => litClaims.has(claim)),
        );
      }
    }
    articles[messageAt]?.classList.add('here');
    for (const [index, item] of items.entries()) {
      item?.classList.toggle('lit', litClaims.has(index));
      item?.querySelector('.show')?.setAttribute('aria-pressed', String(index === claimAt));
    }
  };

  /** @param {number} index */
  const reveal = index => {
    messageAt = index;
    paint();
    panel.classList.add('open');
    toggle.setAttribute('aria-expanded', 'true');
    articles[index]?.scrollIntoView({ block: 'center' });
  };

  /** @param {string} hash */
  const remember = hash =>
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash);

  /**
   * @param {number} index
   * @param {number} [message] which of its messages to move to; the first by default
   */
  const selectClaim = (index, message) => {
    const claim = claims[index];
    if (!claim) return;
    claimAt = index;
    litClaims = new Set([index]);
    litMessages = new Set(claim.messages);
    messageAt = -1;
    const target = message ?? claim.messages[0];
    if (target === undefined) paint();
    else reveal(target);
    live.textContent = claim.label;
    const item = items[index];
    const bounds = item?.getBoundingClientRect();
    const bottom = panel.matches('.open') && isNarrow() ? panel.getBoundingClientRect().top : innerHeight;
    if (item && bounds && (bounds.top < 0 || bounds.bottom > bottom)) item.scrollIntoView({ block: 'start' });
    remember(`#claim-${claim.id}`);
  };

  /** @param {number} index */
  const selectMessage = index => {
    const own = claimsOf.get(index) ?? [];
    claimAt = -1;
    litClaims = new Set(own);
    litMessages = new Set([index]);
    reveal(index);
    const [first] = own;
    if (first !== undefined) items[first]?.scrollIntoView({ block: 'nearest' });
    live.textContent = `${words.claims}: ${own.length}`;
    const position = messages[index]?.position;
    if (position !== undefined) remember(`#message-${position}`);
  };

  const clear = () => {
    claimAt = -1;
    messageAt = -1;
    litClaims = new Set();
    litMessages = new Set();
    paint();
    live.textContent = '';
    remember('');
  };

  const toggle = make(
    'button',
    { type: 'button', class: 'toggle', 'aria-expanded': 'false' },
    words.conversation,
  );
  const panel = make(
    'aside',
    { class: 'conversation', 'aria-label': words.conversation },
    make('h2', {}, toggle),
    ...(data.citedOnly === null ? [] : [make('p', { class: 'cited-only' }, data.citedOnly)]),
    feed,
  );
  const isNarrow = () => getComputedStyle(panel).position === 'fixed';
  toggle.addEventListener('click', () => {
    toggle.setAttribute('aria-expanded', String(panel.classList.toggle('open')));
  });

  const filters = /** @type {const} */ (['person', 'topic', 'kind', 'status']).flatMap(name => {
    const values = [...new Set(claims.flatMap(claim => claim[name]))];
    if (values.length < 2) return [];
    const options = [['', words.all], ...values.map(value => [value, value])];
    const select = make(
      'select',
      {},
      ...options.map(([value = '', text = '']) => make('option', { value }, text)),
    );
    return [{ name, select }];
  });
  const none = make('p', { class: 'empty', hidden: '' }, words.noMatches);
  const form = make(
    'form',
    { class: 'filters', 'aria-label': words.filters },
    ...filters.map(({ name, select }) => make('label', {}, `${words[name]} `, select)),
  );
  const applyFilters = () => {
    for (const [index, claim] of claims.entries()) {
      const item = items[index];
      if (item)
        item.hidden = filters.some(
          ({ name, select }) => select.value !== '' && !claim[name].includes(select.value),
        );
    }
    // What stands in place of a removed claim has no kind or topic.
    const isFiltered = filters.some(({ select }) => select.value !== '');
    for (const item of document.querySelectorAll('.claims > li'))
      if (!items.includes(/** @type {HTMLElement} */ (item)))
        /** @type {HTMLElement} */ (item).hidden = isFiltered;
    const lists = [...document.querySelectorAll('ul.claims')];
    /** @param {Element} list */
    const isShown = list => [...list.children].some(item => !(/** @type {HTMLElement} */ (item).hidden));
    for (const list of lists) {
      const section = list.closest('section');
      if (section) section.hidden = !isShown(list);
    }
    none.hidden = lists.some(isShown);
  };
  form.addEventListener('change', applyFilters);
  form.addEventListener('submit', event => event.preventDefault());

  // Each claim gets a button that shows its messages, and its status.
  for (const [index, { status }] of claims.entries())
    items[index]?.append(
      make(
        'div',
        { class: 'tools' },
        make('button', { type: 'button', class: 'show', 'aria-pressed': 'false' }, words.showMessages),
        make('span', {}, ...status),
      ),
    );

  /** @param {Element} marker */
  const toMessage = marker => numbered.get(Number(/^#n(\d+)$/.exec(marker.getAttribute('href') ?? '')?.[1]));

  main.addEventListener('click', event => {
    const target = /** @type {Element} */ (event.target);
    const link = target.closest('a');
    const claim = items.findIndex(item => item?.contains(target));
    const hash = link?.getAttribute('href') ?? '';
    if (link && !hash.startsWith('#')) return;
    if (link) {
      event.preventDefault();
      const message = toMessage(link);
      const named = claims.findIndex(({ id }) => hash === `#claim-${id}` || hash === `#m-${id}`);
      if (named >= 0) selectClaim(named);
      else if (message !== undefined && claim >= 0) selectClaim(claim, message);
      else if (message !== undefined) selectMessage(message);
      return;
    }
    // A person who marks words wants to copy them.
    const marks = String(getSelection()) !== '';
    if (claim >= 0 && !marks) selectClaim(claim);
  });
  feed.addEventListener('click', ({ target }) => {
    const element = /** @type {Element} */ (target);
    const article = element.closest('article');
    if (article && !element.closest('a') && String(getSelection()) === '')
      selectMessage(Number(article.getAttribute('data-index')));
  });

  /** @param {readonly number[]} all @param {number} from @param {number} by */
  const step = (all, from, by) => {
    const at = all.indexOf(from);
    if (at >= 0) return all[Math.min(Math.max(at + by, 0), all.length - 1)];
    return by > 0
      ? (all.find(each => each > from) ?? all[0])
      : (all.findLast(each => each < from) ?? all.at(-1));
  };
  addEventListener('keydown', event => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.('select')) return;
    const by = { j: 1, n: 1, k: -1, p: -1 }[event.key];
    if (event.key === 'Escape') clear();
    if (by === undefined) return;
    event.preventDefault();
    if (event.key === 'j' || event.key === 'k') {
      const shown = [...claims.keys()].filter(index => items[index]?.hidden === false);
      const next = step(shown, claimAt, by);
      if (next === undefined) return;
      selectClaim(next);
      items[next]?.querySelector('button')?.focus({ preventScroll: true });
      return;
    }
    const next = step(claimAt >= 0 ? (claims[claimAt]?.messages ?? []) : cited, messageAt, by);
    if (next === undefined) return;
    if (claimAt >= 0) selectClaim(claimAt, next);
    else selectMessage(next);
    articles[next]?.querySelector('button')?.focus({ preventScroll: true });
  });

  const openHash = () => {
    const [, what, id] = /^#(claim|message)-(.+)$/.exec(location.hash) ?? [];
    if (what === 'claim') selectClaim(claims.findIndex(claim => claim.id === id));
    const message = messages.findIndex(({ position }) => String(position) === id);
    if (what === 'message' && message >= 0) selectMessage(message);
  };
  addEventListener('hashchange', openHash);

  document.querySelector('header')?.after(form, make('p', { class: 'keys' }, words.keys), none);
  main.append(live);
  document.body.append(panel);
  document.body.classList.add('viewer');
  openHash();
}
