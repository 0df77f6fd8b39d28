/** A source file: its path from the project's top, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

type Rule = {
  /** Which files; the first rule that matches applies. */
  readonly files: RegExp;
  /** Which of our own files they may import. */
  readonly own: RegExp;
  /** Which packages; node's own are written `node:`. */
  readonly packages: RegExp;
  /** Packages of which only types may be imported. */
  readonly typesOf?: RegExp;
};

const none = /(?!)/;
const leaf = 'src/(?:errors|log|deadline|keyed-mutex|lru|server-turns|extras)\\.ts$';
const coreText =
  /^(?:zod|luxon|chrono-node(?:\/[a-z]{2})?|croner|n2words\/[\w-]+|stopword|@orama\/stemmers\/[a-z]+|eld(?:\/.+)?)$/;

function core(folder: string, ...others: readonly string[]): Rule {
  const reachable = [folder, ...others].join('|');
  return {
    files: new RegExp(`^src/core/${folder}/`),
    own: new RegExp(`^src/core/(?:(?:${reachable})/|[^/]+\\.ts$)`),
    packages: coreText,
  };
}

/** What each layer may import; everything not listed is forbidden. */
const rules: readonly Rule[] = [
  core('conversation'),
  core('select', 'conversation'),
  core('claims', 'conversation', 'select'),
  core('verify', 'conversation', 'select', 'claims'),
  core('highlights', 'conversation', 'select', 'claims', 'verify'),
  core('prompt', 'conversation', 'claims'),
  core('windows', 'conversation', 'select', 'claims'),
  core('digests', 'conversation', 'select', 'claims'),
  core('decisions', 'conversation', 'select', 'claims'),
  core('usage', 'claims'),
  // Every folder of core may import these, so they import none: it could be reached through them.
  { files: /^src\/core\/[^/]+\.ts$/, own: /^src\/core\/[^/]+\.ts$/, packages: coreText },
  {
    files: /^src\/render\//,
    own: /^src\/(?:core|render)\//,
    packages: /^(?:intl-messageformat|string-width|zod|node:crypto)$/,
    typesOf: /^discord\.js$/,
  },
  { files: /^src\/app\//, own: new RegExp(`^src/(?:core|render|app)/|^${leaf}`), packages: none },
  {
    files: /^src\/io\/(?:discord|http)\//,
    own: new RegExp(`^src/(?:core|app|render)/|^${leaf}`),
    packages: /./,
  },
  {
    files: /^src\/io\//,
    own: new RegExp(`^src/core/|^src/app/(?:(?:[a-z]+[/-])?ports|jobs|worker-tasks)\\.ts$|^${leaf}`),
    packages: /./,
  },
  {
    files: /^commands\//,
    own: /^commands\/|^src\/(?:io\/discord|app|render|core)\//,
    packages: /^discord\.js$/,
  },
  // A package of its own: any bot can use it.
  { files: /^playground\/src\//, own: /^playground\/src\//, packages: /./ },
  { files: /^playground\//, own: /^playground\//, packages: /./ },
  {
    files: /^demo\/(?:claude|samples)\//,
    own: /^(?:demo\/(?:claude|samples)|playground)\//,
    packages: /^discord-api-types\/v10$/,
  },
  { files: new RegExp(`^${leaf}`), own: /^src\/errors\.ts$/, packages: /./ },
  { files: /^src\/shutdown\.ts$/, own: /^src\/(?:log|deadline)\.ts$/, packages: none },
  {
    files: /^src\/(?:config|(?:read-)?environment)\.ts$/,
    own: /^src\/(?:(?:read-)?environment|errors|core\/(?:settings|stored))\.ts$/,
    packages: /^(?:zod|node:.+)$/,
  },
  {
    files:
      /^(?:src\/(?:main|create-bot|cli|cli\/[^/]+|engines|workers\/[^/]+)|demo\/[^/]+|deploy-commands)\.ts$/,
    own: /./,
    packages: /./,
  },
];

const imports =
  /(?:^|[\n;])\s*(import|export)(\s+type)?(?:\s[^'"`;]*?from)?\s*['"]([^'"\n]+)['"]|import\(\s*(['"`])([^'"`\n]+)\4/g;

type Import = { readonly from: string; readonly typesOnly: boolean };

/** What a source file imports, as it is written there. */
export function toImports(text: string): readonly Import[] {
  return [...text.matchAll(imports)].map(match => ({
    from: match[3] ?? match[5] ?? '',
    typesOnly: match[2] !== undefined,
  }));
}

/** A sentence for every import that the design forbids. */
export function findForbiddenImports(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const rule = rules.find(each => each.files.test(path));
    if (!rule) return [`${path} has no import rule: add one to test/imports/rules.ts`];
    return toImports(text).flatMap(({ from, typesOnly }) =>
      isAllowed(rule, path, from, typesOnly) ? [] : [`${path} may not import ${from}`],
    );
  });
}

function isAllowed(rule: Rule, path: string, from: string, typesOnly: boolean): boolean {
  if (!/^\.|^@footnote\//.test(from))
    return rule.packages.test(from) || (typesOnly && (rule.typesOf?.test(from) ?? false));
  const target = resolve(path, from);
  const ownFolder = /^src\/io\/[^/]+\//.exec(path)?.[0];
  return (ownFolder !== undefined && target.startsWith(ownFolder)) || rule.own.test(target);
}

/** A file, or an entry of a workspace such as `playground/discord`. */
function resolve(path: string, from: string): string {
  if (from.startsWith('@footnote/')) return from.slice('@footnote/'.length);
  return new URL(from, `file:///${path}`).pathname.slice(1);
}

/** The shortest circle of imports through each file that is in one, such as "a.ts → b.ts → a.ts"; types count. */
export function findCircularImports(files: readonly SourceFile[]): readonly string[] {
  const imported = new Map(
    files.map(({ path, text }) => {
      const own = toImports(text).filter(({ from }) => from.startsWith('.'));
      return [path, own.map(({ from }) => resolve(path, from))];
    }),
  );
  const circles = [...imported.keys()].flatMap(start => {
    const importers = new Map<string, string>();
    const queue = [start];
    for (const path of queue) {
      for (const target of imported.get(path) ?? []) {
        if (importers.has(target)) continue;
        importers.set(target, path);
        if (target === start) return [toCircle(start, importers)];
        queue.push(target);
      }
    }
    return [];
  });
  return [...new Set(circles)].sort();
}

/** The same words for the same circle, at whichever of its files the search began. */
function toCircle(start: string, importers: ReadonlyMap<string, string>): string {
  const circle = [start];
  for (let path = importers.get(start); path !== undefined && path !== start; path = importers.get(path))
    circle.unshift(path);
  const first = circle.indexOf(circle.toSorted()[0] ?? start);
  const turned = [...circle.slice(first), ...circle.slice(0, first)];
  return [...turned, turned[0]].join(' → ');
}

const branded = ['VerifiedClaim', 'Summary'];
const mayBrand = /^src\/core\/(?:verify\/|claims\/(?:renumber|serialized-summary|message-changes)\.ts$)/;

/** A sentence for every cast to a type that only verification, renumbering and the stored form may make. */
export function findForbiddenCasts(files: readonly SourceFile[]): readonly string[] {
  const cast = new RegExp(
    `\\bas\\s+(?:unknown\\s+as\\s+)?(?:readonly\\s+)?(?:${branded.join('|')})\\b|(?<![\\w.])<(?:${branded.join('|')})>\\s*[({\\w]`,
    'g',
  );
  return files
    .filter(({ path }) => !mayBrand.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(cast)].map(([words]) => `${path} casts: ${words}`));
}
