// Makes elements. Text from outside only ever becomes text.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Says something to those who listen instead of look. */
export function say(text) {
  byId('said').textContent = text;
}

export function copy(text, button) {
  const label = button.textContent;
  const done = word => {
    button.textContent = word;
    say(word);
    setTimeout(() => { button.textContent = label; }, 1500);
  };
  navigator.clipboard.writeText(text).then(() => done('Copied'), () => done('Not allowed'));
}

export function command(text) {
  return html('div', {class: 'command'},
    html('code', {}, text),
    html('button', {class: 'copy', type: 'button', 'aria-label': `Copy command ${text}`,
      onclick: event => copy(text, event.currentTarget)}, 'Copy'));
}

export function empty(title, text, ...commands) {
  return html('div', {class: 'empty'}, html('strong', {}, title), text, commands.map(command));
}
