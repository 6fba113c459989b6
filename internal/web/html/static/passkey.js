// Has the browser make a passkey, or sign in with one, as the form on this page asks,
// and sends the form with what comes of it.
//
// The form says what is asked for: data-passkey is "create" or "get", data-options is
// the JSON that WebAuthn has for it, with all bytes in base64url. The answer goes into
// the field "credential", likewise. Nothing is fetched, and nothing is kept.
"use strict";

(() => {
  const form = document.querySelector("form[data-passkey]");
  const field = form.elements.credential;
  const create = form.dataset.passkey === "create";
  const unknown = document.getElementById("passkey-unknown");
  const stopped = document.getElementById("passkey-stopped");
  let waiting = null; // for the reader: what ends the question that the browser asks

  // It says that there is no script, and stays where this one did not come.
  document.getElementById("passkey-scriptless").hidden = true;

  if (!window.PublicKeyCredential) {
    unknown.hidden = false;
    return;
  }

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

  const text = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (b) => String.fromCharCode(b)).join(""))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");

  const known = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

  const options = () => {
    const asked = JSON.parse(form.dataset.options);
    asked.challenge = bytes(asked.challenge);
    if (create) {
      asked.user.id = bytes(asked.user.id);
      asked.excludeCredentials = known(asked.excludeCredentials);
    } else {
      asked.allowCredentials = known(asked.allowCredentials);
    }
    return asked;
  };

  const answer = ({ id, rawId, type, response, authenticatorAttachment }) => ({
    id,
    rawId: text(rawId),
    type,
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    response: create
      ? {
          clientDataJSON: text(response.clientDataJSON),
          attestationObject: text(response.attestationObject),
          transports: response.getTransports?.() ?? [],
        }
      : {
          clientDataJSON: text(response.clientDataJSON),
          authenticatorData: text(response.authenticatorData),
          signature: text(response.signature),
          userHandle: response.userHandle ? text(response.userHandle) : undefined,
        },
  });

  const ask = async () => {
    waiting?.abort();
    const mine = (waiting = new AbortController());
    stopped.hidden = true;
    try {
      const asked = { publicKey: options(), signal: mine.signal };
      const made = await (create ? navigator.credentials.create(asked) : navigator.credentials.get(asked));
      field.value = JSON.stringify(answer(made));
      form.submit(); // passes by the listener
    } catch {
      // Cancelled, too late, or a passkey that is there already. Why, browsers do not
      // always tell, so as not to say which passkeys somebody has.
      if (waiting === mine) stopped.hidden = false;
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });

  // Whoever comes here to sign in has just said so. After a refusal they read it first.
  if (!create && !document.querySelector(".problems")) ask();
})();
