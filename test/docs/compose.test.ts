import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { environmentSchema } from '../../src/environment.ts';

const read = (path: string) => parse(readFileSync(path, 'utf8'), { merge: true });

const toTexts = (environment: object) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));

test('compose.yaml alone starts one process that needs nothing else', () => {
  const { services } = read('compose.yaml');
  expect(Object.keys(services)).toEqual(['footnote']);
  expect(services.footnote.depends_on).toBeUndefined();
});

test('compose.scale.yaml starts a gateway and two workers that share a Redis with an append-only file', () => {
  const { services, volumes } = read('compose.scale.yaml');
  const { footnote, worker, redis, prometheus } = services;
  const [scraped] = read('docs/prometheus.yaml').scrape_configs[0].dns_sd_configs;
  expect(scraped.names).toEqual(['footnote', 'worker']);
  for (const { environment } of [footnote, worker]) {
    expect(Object.keys(environment).filter(name => !(name in environmentSchema.shape))).toEqual([]);
    const { storeUrl, redisUrl, http } = readConfig(toTexts(environment));
    expect([storeUrl, redisUrl]).toEqual(['redis://redis:6379', 'redis://redis:6379']);
    expect(http).toMatchObject({ host: '0.0.0.0', port: scraped.port });
  }
  expect(readConfig(toTexts(footnote.environment)).role).toBe('gateway');
  expect(readConfig(toTexts(worker.environment)).role).toBe('worker');
  expect(worker.deploy.replicas).toBe(2);
  expect(worker.extends).toEqual({ file: 'compose.yaml', service: 'footnote' });
  expect(redis.command).toContain('--appendonly yes');
  const mounted: string[] = [...redis.volumes, ...prometheus.volumes].map(volume => volume.split(':')[0]);
  expect(mounted.filter(source => !source.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort());
  for (const source of mounted.filter(each => each.startsWith('.')))
    expect(read(source).scrape_configs[0].job_name).toBe('footnote');
});
