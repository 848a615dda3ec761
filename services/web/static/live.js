// A page that stays up to date: it is fetched again, and what changed in its live parts is put in.
// Parts are those marked `data-live`, each with an id. Focus, what is unfolded, and a form that
// somebody has begun to fill in stay as they are.

const TIMEOUT_MS = 10000;

/** A page as a document of its own: nothing in it runs. Rejects where it cannot be had. */
export function fetchPage(address) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.timeout = TIMEOUT_MS;
    request.onload = () => {
      const wanted = new URL(address, location.href).pathname;
      const isIt = request.status === 200 && new URL(request.responseURL).pathname === wanted;
      if (isIt) done(request.responseXML);
      else fail(new Error(`${address}: ${request.status}`));
    };
    request.onerror = request.ontimeout = () => fail(new Error(`${address}: no answer`));
    request.send();
  });
}

/** Every live part of this page becomes as it is in the other document. */
export function renew(fresh) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = fresh.getElementById(part.id);
    if (now) become(part, now);
  }
}

const isBegun = (node) => node.nodeName === "FORM" && "begun" in node.dataset;

function become(node, now) {
  if (node.isEqualNode(now) || isBegun(node)) return;
  if (node.nodeType !== now.nodeType || node.nodeName !== now.nodeName || node.id !== now.id) {
    if (holdsBegun(node)) return;
    node.replaceWith(document.importNode(now, true));
  } else if (node.nodeType === Node.ELEMENT_NODE) {
    takeAttributes(node, now);
    takeChildren(node, now);
  } else if (node.data !== now.data) {
    node.data = now.data;
  }
}

const holdsBegun = (node) =>
  node.nodeType === Node.ELEMENT_NODE && node.querySelector("form[data-begun]") !== null;

function takeAttributes(node, now) {
  for (const { name } of [...node.attributes]) {
    // Whoever unfolded something wants to read it.
    if (!now.hasAttribute(name) && name !== "open") node.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (name !== "open" && node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

function takeChildren(node, now) {
  const before = [...node.childNodes];
  const after = [...now.childNodes];
  after.forEach((child, at) => {
    if (at < before.length) become(before[at], child);
    else node.append(document.importNode(child, true));
  });
  for (const child of before.slice(after.length)) if (!holdsBegun(child)) child.remove();
}

// Also what was answered to a form that was sent: it stands there until the form is done.
for (const kind of ["input", "submit"]) {
  document.addEventListener(kind, ({ target }) => {
    const form = target.closest("form.action");
    if (form) form.dataset.begun = "";
  });
}
