import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** FakeStream stands in for the browser's EventSource; the test says what is heard. */
export class FakeStream extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readonly url: string;
  readonly withCredentials: boolean;
  readyState: number = FakeStream.CONNECTING;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string, options: { withCredentials?: boolean } = {}) {
    super();
    this.url = url;
    this.withCredentials = options.withCredentials ?? false;
  }

  close(): void {
    this.readyState = FakeStream.CLOSED;
  }

  opens(): void {
    this.readyState = FakeStream.OPEN;
    act(() => this.onopen?.());
  }

  says(event: string, data: object = {}): void {
    act(() => void this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) })));
  }

  /** The connection is gone, and the browser comes back by itself. */
  cut(): void {
    this.readyState = FakeStream.CONNECTING;
    act(() => this.onerror?.());
  }

  /** Another answer than 200: the browser gives up. */
  refuses(): void {
    this.readyState = FakeStream.CLOSED;
    act(() => this.onerror?.());
  }
}

/** streams puts FakeStream in the browser's place, and lists those that were opened. */
export function streams(): FakeStream[] {
  const opened: FakeStream[] = [];
  vi.stubGlobal('EventSource', class extends FakeStream {
    constructor(url: string, options?: { withCredentials?: boolean }) {
      super(url, options);
      opened.push(this);
    }
  });
  return opened;
}
