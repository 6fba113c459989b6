import { createHmac } from 'node:crypto';

/** An authenticator app: six digits every 30 seconds (RFC 6238). */
export class Authenticator {
  private lastStep = 0;
  private readonly key: Buffer;

  /** Pairs with a key as a page shows it: base32, in groups. */
  constructor(key: string) {
    this.key = fromBase32(key.replace(/\s/g, ''));
  }

  /** A code that was not used yet. The service takes one that is a step early, so two need no waiting. */
  code(): string {
    this.lastStep = Math.max(this.lastStep + 1, Math.floor(Date.now() / 30_000));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(this.lastStep));
    const mac = createHmac('sha1', this.key).update(counter).digest();
    const number = mac.readUInt32BE(mac[mac.length - 1]! & 0xf) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
