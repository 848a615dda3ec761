// One command to the service, and what became of it.

const TIMEOUT_MS = 15000;
const COMES_BACK = new Set([408, 425, 429, 500, 502, 503, 504]);

// done: taken, now or at an earlier try; refused: it never will be, as it is; away: nobody knows,
// it is sent again; signin: whoever sent it is signed out.
export async function send(table, sender, entry, signers) {
  let answer;
  try {
    answer = await fetch(`/tables/${table}/terminal`, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ sender, command: entry.command, signers }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status === 201) return { kind: "done", answer: await answer.json() };
    if (answer.status === 401 || answer.redirected) return { kind: "signin" };
    if (COMES_BACK.has(answer.status)) {
      return { kind: "away", seconds: Number(answer.headers.get("Retry-After")) || 0 };
    }
    return { kind: "refused", problem: await answer.json() };
  } catch {
    return { kind: "away" };
  }
}
