import { DEFINE_DRUG, FIND_DRUGS, upsertDrug } from './commands.ts';
import { expect, test } from './fixtures.ts';

declare global {
  interface Window {
    harmed?: boolean;
  }
}

const HARMFUL = [
  '<img src=x onerror="window.harmed=true">',
  '<script>window.harmed=true</script>',
  '<svg onload=window.harmed=true>',
  'javascript:window.harmed=true',
];

test.describe('stored text', () => {
  test('is shown as text and runs nothing, in tables, JSON and errors', async ({ nexus, page }) => {
    await nexus.open();
    await nexus.runWell(DEFINE_DRUG);
    for (const name of HARMFUL) await nexus.runWell(upsertDrug(name));
    await nexus.runWell(FIND_DRUGS);
    await expect.poll(async () => (await nexus.rows()).flat().sort()).toEqual([...HARMFUL].sort());
    await nexus.view('JSON');
    for (const name of HARMFUL) await expect(nexus.results).toContainText(JSON.stringify(name).slice(1, -1));
    await nexus.runWell('FIND(?d) WHERE { ?d {type: "Drug"} }');
    await nexus.run(`FIND(?d) WHERE { ?d {type: "Drug", name: ${JSON.stringify(HARMFUL[0] + '?')}} }`);
    await expect(nexus.problem).toContainText('<img src=x onerror=');
    expect(await page.locator('work-outcome :is(img, script, svg[onload])').count()).toBe(0);
    expect(await page.evaluate(() => window.harmed)).toBeUndefined();
  });
});

test.describe('the content security policy', () => {
  test('is in the header and in the page', async ({ nexus, page }) => {
    const response = await page.goto('/');
    const header = response!.headers()['content-security-policy']!;
    const meta = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    for (const policy of [header, meta!]) {
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toContain("'unsafe-");
    }
    await nexus.ready();
  });

  test.describe('refuses', () => {
    test.use({ mayFail: true });

    test('strings as code, inline handlers and other origins', async ({ nexus, page }) => {
      await nexus.open();
      const refused = await page.evaluate(async () => {
        const attempt = async (body: () => unknown) => {
          try {
            await body();
            return 'ran';
          } catch (error) {
            return (error as Error).name;
          }
        };
        const holder = document.createElement('div');
        holder.innerHTML = '<img src="nowhere.png" onerror="window.harmed = true">';
        document.body.append(holder);
        // Behind the inline handler, had it been taken.
        await new Promise((failed) => holder.firstElementChild!.addEventListener('error', failed));
        return {
          // eslint-disable-next-line no-eval -- to see it refused
          eval: await attempt(() => (0, eval)('1')),
          // eslint-disable-next-line no-new-func -- likewise
          Function: await attempt(() => Function('return 1')()),
          fetch: await attempt(() => fetch('http://127.0.0.1:9/')),
          handler: window.harmed === true ? 'ran' : 'refused',
        };
      });
      expect(refused).toEqual({ eval: 'EvalError', Function: 'EvalError', fetch: 'TypeError', handler: 'refused' });
    });
  });
});

test.describe('the server', () => {
  test('answers 404 for what is not there, whatever it is called', async ({ request }) => {
    for (const path of ['/assets/missing.wasm', '/models/x.onnx', '/nowhere', '/..%2fpackage.json', '/.built-from']) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(404);
      expect(await response.text()).not.toContain('<html');
    }
    expect((await request.post('/')).status()).toBe(405);
  });
});

test('a whole visit talks to its own origin alone, and downloads less than 900 KiB', async ({ nexus, page, watch }) => {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => void bodies.push(response.body()));
  await nexus.open();
  await nexus.runWell('DESCRIBE PRIMER');
  expect(watch.requests.length).toBeGreaterThan(3);
  expect(watch.requests.filter((url) => /opfs-async-proxy|worker1/.test(url))).toEqual([]);
  const { gzipSync } = await import('node:zlib');
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(900 * 1024);
});
