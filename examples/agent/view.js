// What is seen. Everything that was said or stored is shown as text.

const find = (id) => document.getElementById(id);

/** @param {string} name @param {string} [text] @param {string} [className] */
function element(name, text = '', className = '') {
  return Object.assign(document.createElement(name), { textContent: text, className });
}

/** @param {'user' | 'assistant' | 'problem'} who */
export function addMessage(who, text = '') {
  const names = { user: 'You', assistant: 'Assistant', problem: 'That did not work' };
  const item = element('li', '', who);
  const body = element('span', text);
  item.append(element('strong', names[who]), body);
  find('log').append(item);
  item.scrollIntoView({ block: 'nearest' });
  return {
    add: (piece) => {
      body.append(piece);
      item.scrollIntoView({ block: 'nearest' });
    },
    isEmpty: () => body.textContent === '',
    remove: () => item.remove(),
    text: () => body.textContent,
  };
}

/** A call of the model: a line, and all of it underneath. */
export function addCall({ name, args, text, failed }) {
  const details = element('details', '', failed ? 'failed' : 'done');
  const first = firstCommand(args);
  details.append(
    element('summary', `${failed ? 'Refused: ' : ''}${first}`),
    element('pre', `${name} ${pretty(args)}`),
    element('pre', pretty(text)),
  );
  const item = element('li');
  item.append(details);
  find('calls').append(item);
}

export function addChange(text) {
  find('changes').append(element('li', text));
}

/** @param {string} text what is seen @param {string} [spoken] what is only read out */
export function showStatus(text, spoken = '') {
  find('status').textContent = text;
  find('spoken').textContent = spoken;
}

function firstCommand(args) {
  try {
    const { command, commands } = JSON.parse(args);
    const one = command ?? commands?.[0]?.command ?? commands?.[0] ?? args;
    return String(one).replace(/\s+/g, ' ').slice(0, 120);
  } catch {
    return args.slice(0, 120);
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
