// A chat whose assistant keeps its memory in this browser.
import { openNexus } from 'pocket-nexus';
import { kipTools, toOpenAI } from 'pocket-nexus/agent';
import { BuiltInModel, hasBuiltInModel } from './built-in-model.js';
import { changesOf } from './changes.js';
import { askUser } from './confirm-dialog.js';
import { Conversation } from './conversation.js';
import { Endpoint, ModelProblem } from './endpoint.js';
import { allowOnly } from './policy.js';
import { forgetChoice, keepChoice, readAddress, readChoice } from './settings.js';
import { addCall, addChange, addMessage, showStatus } from './view.js';

const find = (id) => document.getElementById(id);

function setUp() {
  const form = find('endpoint');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { url: address, model, key } = Object.fromEntries(new FormData(form));
    const { url, problem } = readAddress(address);
    find('problem').textContent = problem ?? '';
    if (url) choose({ url, model: model.trim(), key: key.trim() });
  });
  find('built-in')
    .querySelector('button')
    .addEventListener('click', () => choose('built-in'));
  void hasBuiltInModel().then((has) => (find('built-in').hidden = !has));
}

function choose(choice) {
  keepChoice(choice);
  void start(choice);
}

/** @param {import('./settings.js').Choice} choice */
async function start(choice) {
  allowOnly(choice === 'built-in' ? undefined : new URL(choice.url).origin);
  find('setup').hidden = true;
  find('chat').hidden = false;
  find('change').hidden = false;
  find('model').textContent =
    choice === 'built-in' ? 'built-in model' : `${choice.model} at ${new URL(choice.url).host}`;
  // Another choice needs a fresh page: this one has bound itself.
  find('change').addEventListener('click', () => {
    forgetChoice();
    location.reload();
  });
  showStatus('Opening the memory …');
  try {
    const nexus = await openNexus({ name: 'agent-example' });
    const { kind, reason } = await nexus.storage();
    if (kind === 'memory')
      warn(`This browser keeps no files here, so the memory is gone when you close the tab. ${reason ?? ''}`);
    converse(nexus, choice);
    showStatus('');
  } catch (failure) {
    showStatus('');
    warn(`The memory could not be opened. ${failure.message} ${failure.hint ?? ''}`);
  }
}

function warn(text) {
  find('banner').textContent = text;
  find('banner').hidden = false;
}

function converse(nexus, choice) {
  const tools = kipTools(nexus, { confirm: askUser });
  const model = choice === 'built-in' ? new BuiltInModel(showStatus) : new Endpoint(choice, toOpenAI(tools).chat);
  let answer;
  const on = {
    turn: () => {
      if (answer?.isEmpty()) answer.remove();
      answer = addMessage('assistant');
    },
    text: (piece) => answer.add(piece),
    call: (call) => {
      addCall(call);
      void changesOf(nexus, call).then((lines) => lines.forEach(addChange));
    },
  };
  const conversation = new Conversation({ nexus, model, tools, on });
  listen(async (text, signal) => {
    answer = undefined;
    addMessage('user', text);
    try {
      await conversation.say(text, signal);
      showStatus('', `The assistant answered: ${answer.text()}`);
    } finally {
      if (answer?.isEmpty()) answer.remove();
    }
  });
}

/** One message at a time; Stop, or Escape, gives it up. */
function listen(answer) {
  const text = find('text');
  let running;
  const stop = () => running?.abort(new DOMException('Stopped.', 'AbortError'));
  find('ask').addEventListener('submit', async (event) => {
    event.preventDefault();
    const said = text.value.trim();
    if (running || said === '') return;
    running = new AbortController();
    text.value = '';
    busy(true);
    showStatus('The assistant is thinking …');
    await attempt(() => answer(said, running.signal), running.signal);
    running = undefined;
    busy(false);
    text.focus();
  });
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      find('ask').requestSubmit();
    }
  });
  find('stop').addEventListener('click', stop);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !find('confirm').open) stop();
  });
  text.disabled = false;
  find('send').disabled = false;
  text.focus();
}

function busy(is) {
  find('send').disabled = is;
  find('stop').hidden = !is;
}

/** Does it; says in plain words what did not work. */
async function attempt(work, signal) {
  try {
    await work();
  } catch (failure) {
    if (signal.aborted) return showStatus('Stopped. What was stored before stays stored.');
    const isKnown = failure instanceof ModelProblem || failure.hint !== undefined;
    const text = isKnown
      ? `${failure.message} ${failure.hint ?? ''}`
      : `Something unexpected happened: ${failure.message}`;
    addMessage('problem', text.trim());
    showStatus('', text);
  }
}

const choice = readChoice();
if (choice) void start(choice);
else setUp();
