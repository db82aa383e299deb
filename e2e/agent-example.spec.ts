// The example agent page, from the first choice of a model to what stays in the memory.
import { expect, test as base, type Page } from '@playwright/test';
import { serveAgentExample } from '../scripts/agent-example.mjs';
import { ensureBuilt } from '../scripts/setup.mjs';
import { ScriptedEndpoint } from './agent-endpoint.ts';
import { expectNoFaults, SIZES } from './looks.ts';

interface Fixtures {
  readonly model: ScriptedEndpoint & { url: string };
  readonly chat: Chat;
  readonly watch: { readonly errors: string[]; readonly requests: string[] };
}

const test = base.extend<Fixtures, { readonly site: { readonly url: string } }>({
  site: [
    async ({}, use) => {
      const server = await serveAgentExample(await ensureBuilt('agent-example'));
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  model: async ({}, use) => {
    const endpoint = new ScriptedEndpoint();
    await use(Object.assign(endpoint, { url: await endpoint.start() }));
    await endpoint.stop();
  },
  watch: [
    async ({ context, site, model }, use) => {
      const watch = { errors: [] as string[], requests: [] as string[] };
      context.on('request', (request) => watch.requests.push(request.url()));
      context.on('weberror', (error) => watch.errors.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error') watch.errors.push(message.text());
      });
      await use(watch);
      const own = [site.url, model.url, 'blob:'];
      expect(watch.requests.filter((url) => !own.some((prefix) => url.startsWith(prefix)))).toEqual([]);
    },
    { auto: true },
  ],
  chat: async ({ page, site, model }, use) => use(new Chat(page, site.url, model.url)),
});

class Chat {
  readonly page: Page;
  readonly #site: string;
  readonly #model: string;

  constructor(page: Page, site: string, model: string) {
    this.page = page;
    this.#site = site;
    this.#model = model;
  }

  get log() {
    return this.page.getByRole('list', { name: 'Messages' });
  }
  get calls() {
    return this.page.locator('#calls > li');
  }
  get changes() {
    return this.page.locator('#changes > li');
  }
  get send() {
    return this.page.getByRole('button', { name: 'Send' });
  }

  async start(key = ''): Promise<void> {
    await this.page.goto(this.#site);
    await this.page.getByLabel('Address of an OpenAI-compatible endpoint').fill(`${this.#model}/`);
    await this.page.getByLabel('Model', { exact: true }).fill('scripted');
    await this.page.getByLabel('Key').fill(key);
    await this.page.getByRole('button', { name: 'Start' }).click();
    await expect(this.page.getByLabel('Message', { exact: true })).toBeFocused();
  }

  async say(text: string): Promise<void> {
    await this.idle(); // one message at a time
    await this.page.getByLabel('Message', { exact: true }).fill(text);
    await this.page.keyboard.press('Enter');
  }

  async idle(): Promise<void> {
    await expect(this.send).toBeEnabled();
  }
}

const REMEMBER = {
  command:
    'UPSERT { CONCEPT ?tea { {type: "Preference", name: :name} SET ATTRIBUTES { description: :text } } } WITH METADATA { source: "conversation" }',
  parameters: { name: 'Tea 🍵', text: 'Ann drinks tea, „nicht Kaffee“.' },
};
const LOOK = { command: 'FIND(?p.name) WHERE { ?p {type: "Preference"} }' };
const FORGET = { command: 'DELETE CONCEPT ?p DETACH WHERE { ?p {type: "Preference"} }' };

test('remembers over a reload, and shows what it does', async ({ chat, model, watch }) => {
  model.says({ text: 'I note that. 🍵 ', call: REMEMBER }, { text: 'Noted: tea, “not coffee”.' });
  await chat.start('secret-key');
  await chat.say('I am Ann and I drink tea.');
  await expect(chat.log).toContainText('Noted: tea, “not coffee”.');
  await expect(chat.log).toContainText('I note that. 🍵');
  await expect(chat.changes).toHaveText([/^stored: Preference "Tea 🍵" \[C:\d+\]$/]);
  await expect(chat.calls).toHaveCount(1);
  await chat.calls.locator('summary').click();
  await expect(chat.calls).toContainText('"name": "Tea 🍵"');
  await expect(chat.calls).toContainText('upsert_concept_nodes');
  const [first, second] = model.sent;
  expect(first!.authorization).toBe('Bearer secret-key');
  expect(first!.body.tools.map((tool) => tool.function.name)).toEqual(['execute_kip', 'execute_kip_readonly']);
  expect(first!.body.messages[0]!.content).toContain('long-term memory');
  expect(second!.body.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'call_1' });

  // The same tab, anew: the model is still chosen, the memory is told with the question.
  await chat.page.reload();
  model.says({ call: LOOK }, { text: 'You drink tea.' });
  await chat.say('What do I drink, tea?');
  await expect(chat.log).toContainText('You drink tea.');
  const asked = model.sent[2]!.body.messages.at(-1)!.content!;
  expect(asked).toMatch(/<memory>[\s\S]*\[C:\d+\] Preference "Tea 🍵"[\s\S]*<\/memory>$/);
  expect(JSON.parse(model.sent[3]!.body.messages.at(-1)!.content!)).toEqual({ result: ['Tea 🍵'] });

  // The key is in this tab's session and nowhere else.
  expect(chat.page.url()).not.toContain('secret');
  expect(await chat.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('secret');
  expect(await chat.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('secret');
  expect(watch.errors).toEqual([]);
});

test('asks before it forgets, and tells the assistant of a no', async ({ chat, model }) => {
  model.says({ call: REMEMBER }, { text: 'Noted.' });
  await chat.start();
  await chat.say('I drink tea.');
  await expect(chat.log).toContainText('Noted.');
  const dialog = chat.page.getByRole('dialog', { name: 'Shall the assistant delete this from its memory?' });

  model.says({ call: FORGET }, { text: 'Then I keep it.' });
  await chat.say('Forget it.');
  await expect(dialog).toContainText('It would affect: deleted concepts: 1');
  await expect(dialog.getByRole('listitem')).toHaveText([/^deleted: Preference "Tea 🍵" \[C:\d+\]$/]);
  await expect(dialog).toContainText(FORGET.command);
  await expect(dialog.getByRole('button', { name: 'Leave it as it is' })).toBeFocused();
  await dialog.getByLabel('If not, why?').fill('I still like it');
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(chat.log).toContainText('Then I keep it.');
  expect(model.sent.at(-1)!.body.messages.at(-1)!.content).toContain('I still like it');
  await expect(chat.calls.last()).toContainText('Refused:');

  // Escape means no as well.
  model.says({ call: FORGET }, { text: 'As you wish.' });
  await chat.say('Forget it.');
  await expect(dialog).toBeVisible();
  await chat.page.keyboard.press('Escape');
  await expect(chat.log).toContainText('As you wish.');

  model.says({ call: FORGET }, { call: LOOK }, { text: 'Forgotten.' });
  await chat.say('Do forget it.');
  await dialog.getByRole('button', { name: 'Do it' }).click();
  await expect(chat.log).toContainText('Forgotten.');
  await expect(chat.changes.last()).toHaveText('delete: deleted concepts: 1, deleted propositions: 0');
  expect(JSON.parse(model.sent.at(-1)!.body.messages.at(-1)!.content!)).toEqual({ result: [] });
});

test('a mistake of the model is answered, and it may try again', async ({ chat, model }) => {
  model.says(
    { call: { command: 'FIND(?p.name) WHERE { ?p {type: "Preferense"} }' } },
    { call: '{"command": "FIND(?p' },
    { text: 'I could not find it.' },
  );
  await chat.start();
  await chat.say('What do I like?');
  await expect(chat.log).toContainText('I could not find it.');
  expect(model.sent[1]!.body.messages.at(-1)!.content).toContain('Did you mean \\"Preference\\"');
  expect(model.sent[2]!.body.messages.at(-1)!.content).toContain('not valid JSON');
});

test('can be stopped, while it speaks and while it asks', async ({ chat, model }) => {
  model.says({ text: 'Let me think about this', hang: true });
  await chat.start();
  await chat.say('Hello?');
  await expect(chat.log).toContainText('Let me think about this');
  await chat.page.getByRole('button', { name: 'Stop' }).click();
  await expect(chat.page.locator('#status')).toContainText('Stopped.');
  await expect.poll(() => model.aborted).toBe(1);
  model.says({ text: 'Here I am.' });
  await chat.say('Still there?');
  await expect(chat.log).toContainText('Here I am.');
});

test('says in plain words what went wrong', async ({ chat, model, page }) => {
  model.says(
    { status: 401, message: 'Incorrect API key provided' },
    { status: 500, message: 'out of memory' },
    { broken: 'This sentence has no' },
    { text: 'Now it works.' },
  );
  await chat.start('wrong');
  await chat.say('One');
  await expect(chat.log).toContainText(
    'The endpoint refused the key. Change the model and enter another. It says: Incorrect API key provided',
  );
  await chat.say('Two');
  await expect(chat.log).toContainText('The endpoint answered with an error (500). It says: out of memory');
  await chat.say('Three');
  await expect(chat.log).toContainText('Send the message again.');
  await chat.say('Four');
  await expect(chat.log).toContainText('Now it works.');
  await model.stop();
  await chat.say('Five');
  await expect(chat.log).toContainText('could not be reached');
  await chat.idle();
  await page.getByRole('button', { name: 'Change model' }).click();
  for (const [address, problem] of [
    ['not an address', 'no web address'],
    ['http://example.org/v1', 'Use https:'],
    ['https://me:pass@example.org/v1', 'Leave name and password out'],
  ] as const) {
    await page.getByLabel('Address of an OpenAI-compatible endpoint').fill(address);
    await page.getByLabel('Model', { exact: true }).fill('m');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.locator('#problem')).toContainText(problem);
  }
});

test('shows what is said and stored as text, and nothing of it runs', async ({ chat, model, page, watch }) => {
  const harm = '<img src=x onerror="window.harmed=true"><script>window.harmed=true</script>';
  model.says(
    { text: harm, call: { ...REMEMBER, parameters: { name: harm, text: harm } } },
    { text: `${harm} </memory>` },
  );
  await chat.start();
  await chat.say(harm);
  await expect(chat.changes).toContainText('<img src=x');
  await expect(chat.log).toContainText('</memory>');
  await chat.idle();
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(watch.errors).toEqual([]);
});

test('may speak to the chosen address alone', async ({ chat, page, watch }) => {
  await chat.start();
  const other = await new ScriptedEndpoint().start();
  const tried = await page.evaluate(
    (urls) =>
      Promise.all(
        urls.map((url) =>
          fetch(url, { mode: 'no-cors' }).then(
            () => 'reached',
            () => 'refused',
          ),
        ),
      ),
    ['https://example.org/', other],
  );
  expect(tried).toEqual(['refused', 'refused']);
  expect(watch.errors.join()).toContain('Content Security Policy');
  watch.requests.splice(
    0,
    watch.requests.length,
    ...watch.requests.filter((url) => !url.includes('example.org') && !url.startsWith(other)),
  );
});

test('works with a model built into the browser', async ({ page, site }) => {
  await page.addInitScript(() => {
    const answers = ['```kip\nSEARCH CONCEPT "tea" LIMIT 2\n```', 'I know of no tea.'];
    const prompts: string[] = [];
    Object.assign(window, {
      prompts,
      LanguageModel: {
        availability: async () => 'available',
        create: async () => ({
          promptStreaming: (prompt: string) => {
            prompts.push(prompt);
            return new Blob([answers.shift()!]).stream().pipeThrough(new TextDecoderStream());
          },
        }),
      },
    });
  });
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Use the model built into this browser' }).click();
  await page.getByLabel('Message', { exact: true }).fill('Do I drink tea?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('I know of no tea.');
  const prompts = await page.evaluate(() => (window as unknown as { prompts: string[] }).prompts);
  expect(prompts[1]).toBe('{"result":[]}');
});

for (const { size, viewport } of SIZES) {
  test(`nothing is wrong for anybody, ${size}`, async ({ chat, model, site }) => {
    const { page } = chat;
    await page.setViewportSize(viewport);
    await page.goto(site.url);
    await expectNoFaults(page, 'setting up');
    model.says({ call: REMEMBER }, { text: 'Noted.' }, { call: FORGET });
    await chat.start();
    await chat.say('Tea.');
    await expect(chat.log).toContainText('Noted.');
    await expect(chat.changes).toHaveCount(1);
    await expectNoFaults(page, 'a chat');
    await chat.say('Forget.');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFaults(page, 'asking');
  });
}
