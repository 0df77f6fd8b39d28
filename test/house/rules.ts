/** A source file: its path from the project's top, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

type Rule = {
  /** Which files; the first rule that fits holds. */
  readonly files: RegExp;
  /** Which of our own files they may import. */
  readonly own: RegExp;
  /** Which packages; node's own are written `node:`. */
  readonly packages: RegExp;
  /** Packages of which only types may be imported. */
  readonly typesOf?: RegExp;
};

const none = /(?!)/;
const leaf = 'src/(?:errors|log|deadline|keyed-mutex)\\.ts$';
const coreText =
  /^(?:zod|luxon|chrono-node|croner|approx-string-match|n2words\/[\w-]+|stopword|@orama\/stemmers\/[a-z]+|eld(?:\/.+)?)$/;

function core(room: string, ...rooms: readonly string[]): Rule {
  const reachable = [room, ...rooms].join('|');
  return {
    files: new RegExp(`^src/core/${room}/`),
    own: new RegExp(`^src/core/(?:(?:${reachable})/|[^/]+\\.ts$)`),
    packages: coreText,
  };
}

/** Who may import whom, as the design draws the house; everything not listed is forbidden. */
const rules: readonly Rule[] = [
  core('conversation'),
  core('select', 'conversation'),
  core('claims', 'conversation', 'select'),
  core('verify', 'conversation', 'select', 'claims'),
  core('highlights', 'conversation', 'select', 'claims', 'verify'),
  core('check', 'conversation', 'select', 'claims', 'verify'),
  core('catchup', 'conversation', 'select'),
  core('prompt', 'conversation', 'claims'),
  core('windows', 'conversation', 'claims'),
  core('digests', 'conversation', 'select', 'claims'),
  // Every room may import these, so they import no room: one could reach any other through them.
  { files: /^src\/core\/[^/]+\.ts$/, own: /^src\/core\/[^/]+\.ts$/, packages: coreText },
  {
    files: /^src\/render\//,
    own: /^src\/(?:core|render)\//,
    packages: /^intl-messageformat$/,
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
    own: new RegExp(`^src/core/|^src/app/(?:[a-z]+/)?ports\\.ts$|^${leaf}`),
    packages: /./,
  },
  {
    files: /^commands\//,
    own: /^commands\/|^src\/io\/discord\/command\.ts$|^src\/(?:app|render|core)\//,
    packages: /^discord\.js$/,
  },
  { files: /^src\/playground\//, own: /^src\/playground\//, packages: /./ },
  { files: new RegExp(`^${leaf}`), own: none, packages: /./ },
  { files: /^src\/shutdown\.ts$/, own: /^src\/(?:log|deadline)\.ts$/, packages: none },
  { files: /^src\/config\.ts$/, own: /^src\/errors\.ts$/, packages: /^(?:zod|node:.+)$/ },
  {
    files: /^(?:src\/(?:main|cli|cli\/[^/]+|engines|demo|demo-digests)|deploy-commands)\.ts$/,
    own: /./,
    packages: /./,
  },
];

const imports =
  /(?:^|[\n;])\s*(import|export)(\s+type)?(?:\s[^'"`;]*?from)?\s*['"]([^'"\n]+)['"]|import\(\s*(['"`])([^'"`\n]+)\4/g;

type Import = { readonly from: string; readonly typesOnly: boolean };

function toImports(text: string): readonly Import[] {
  return [...text.matchAll(imports)].map(match => ({
    from: match[3] ?? match[5] ?? '',
    typesOnly: match[2] !== undefined,
  }));
}

/** A sentence for every import that the design forbids. */
export function findForbiddenImports(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const rule = rules.find(each => each.files.test(path));
    if (!rule) return [`${path} stands in no room of the house: test/house/rules.ts lists them`];
    return toImports(text).flatMap(({ from, typesOnly }) =>
      isAllowed(rule, path, from, typesOnly) ? [] : [`${path} may not import ${from}`],
    );
  });
}

function isAllowed(rule: Rule, path: string, from: string, typesOnly: boolean): boolean {
  if (!from.startsWith('.'))
    return rule.packages.test(from) || (typesOnly && (rule.typesOf?.test(from) ?? false));
  const target = new URL(from, `file:///${path}`).pathname.slice(1);
  const ownRoom = /^src\/io\/[^/]+\//.exec(path)?.[0];
  return (ownRoom !== undefined && target.startsWith(ownRoom)) || rule.own.test(target);
}

const branded = ['VerifiedClaim', 'Summary'];
const mayBrand = /^src\/core\/(?:verify\/|claims\/(?:summary\/(?:renumber|stored)|changes\/amend)\.ts$)/;

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
