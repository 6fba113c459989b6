// How many calls are left, as answers tell it, and who has to wait for more.

/** Limits is what the service last said of how many calls are left; paced calls that are under way are taken off. */
export interface Limits {
  limit: number;
  remaining: number;
  /** When the count begins anew, in milliseconds since 1970. */
  reset: number;
}

/** For how long the service counts, in milliseconds. */
const window = 60_000;

/** Quota is what is known of one business's limit. All who call for that business share it. */
export class Quota {
  limits: Limits | undefined;
  private flying = 0; // calls under way, if they are paced
  private began = 0; // when this window was first heard of
  private guessed = false; // no answer has told this window's end yet

  constructor(private readonly now: () => number = Date.now) {}

  /** Takes what an answer says. Answers overtake each other: within one window the least is right, and one from the window before says nothing any more. */
  hear(headers: Headers): void {
    const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`RateLimit-${name}`));
    if (!limit || !remaining || !reset) return;
    const said = { limit: Number(limit), remaining: Number(remaining), reset: this.now() + Number(reset) * 1000 };
    if (!this.limits || said.reset > this.limits.reset + window / 2) {
      this.begin(said);
    } else if (said.reset > this.began + 2000) { // resets are told in whole seconds, upwards
      this.limits.remaining = Math.min(this.limits.remaining, said.remaining);
      if (this.guessed || said.reset < this.limits.reset) [this.limits.reset, this.guessed] = [said.reset, false];
    }
  }

  /** Lets a call go if something is left, and has it wait for the reset otherwise. Whoever was let go lands. */
  async admit(wait: (milliseconds: number) => Promise<void>): Promise<void> {
    for (let pause = this.take(); pause > 0; pause = this.take()) await wait(pause);
  }

  /** Ends what was let go. */
  landed(): void {
    this.flying--;
  }

  private take(): number {
    const now = this.now();
    if (this.limits && now >= this.limits.reset) {
      this.begin({ ...this.limits, remaining: this.limits.limit, reset: now + window });
      this.guessed = true;
    }
    if (this.limits && this.limits.remaining <= 0) return this.limits.reset - now;
    if (this.limits) this.limits.remaining--;
    this.flying++;
    return 0;
  }

  /** Begins a window. Calls that are under way may not be counted in it yet. */
  private begin(as: Limits): void {
    this.limits = { ...as, remaining: Math.max(0, as.remaining - this.flying) };
    [this.began, this.guessed] = [this.now(), false];
  }
}
