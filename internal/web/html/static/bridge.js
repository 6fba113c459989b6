// Hands session tokens to the apps that this page frames, to each its own and to nobody
// else.
//
// The app asks:     parent.postMessage({type: "session_token.request", id}, "*")
// and is answered:  {type: "session_token", id, session_token, expires_in}
// or:               {type: "session_token.error", id, error}
//
// An app that has asked for nothing within ten seconds does not answer: the page says
// so, and takes it back as soon as it does.
//
// id is whatever the app chose to tell its questions apart. A question holds no
// secret, so it may be sent to "*"; the answer goes to the app's exact origin.
"use strict";

const bridge = (frame) => {
  const dead = document.getElementById(frame.dataset.dead);
  const { origin, tokens, csrf, business } = frame.dataset;

  const answer = (message) => frame.contentWindow.postMessage(message, origin);

  const fetchToken = async () => {
    const response = await fetch(tokens, {
      method: "POST",
      // The business that this page shows: the reader may have chosen another
      // one in another tab since.
      body: new URLSearchParams({ csrf, business }),
      headers: { Accept: "application/json" },
      redirect: "error", // a page to sign in on is no token
    });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  };

  const silence = setTimeout(() => (dead.hidden = false), 10_000);

  addEventListener("message", async (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    clearTimeout(silence);
    dead.hidden = true;
    if (event.data?.type !== "session_token.request") return;
    const { id } = event.data;
    try {
      const { session_token, expires_in } = await fetchToken();
      answer({ type: "session_token", id, session_token, expires_in });
    } catch {
      answer({ type: "session_token.error", id, error: "unavailable" });
    }
  });

  // The listener stands, so the app may load: it cannot ask too early.
  frame.src = frame.dataset.src;
};

document.querySelectorAll("iframe[data-src]").forEach(bridge);
