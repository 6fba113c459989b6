import { useEffect, useState } from 'react';
import { onAnnouncement } from './announce';

/** Announcer is the place where announcements are read from. One a page. */
export function Announcer() {
  const [said, say] = useState({ text: '', turn: 0 });
  useEffect(() => onAnnouncement((text) => say((before) => ({ text, turn: before.turn + 1 }))), []);
  return (
    <div className="unseen" aria-live="polite" role="status" data-announcer>
      {/* A new node each time: the same words twice are read twice. */}
      <span key={said.turn}>{said.text}</span>
    </div>
  );
}
