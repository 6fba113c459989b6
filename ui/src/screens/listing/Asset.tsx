import { facts } from '#/facts';

/** assetUrl is where a picture lies; the session's cookie opens it. */
export const assetUrl = (app: string, asset: string) => `${facts.api}/developer/apps/${app}/listing/assets/${asset}`;

const initials = (name: string) => name.split(/\s+/).filter(Boolean).map((word) => word.charAt(0)).slice(0, 2).join('').toUpperCase() || '?';

/** AppIcon is an app's picture, or the first letters of its name. */
export function AppIcon({ name, src, tiny }: { name: string; src?: string; tiny?: boolean }) {
  return (
    <span className={tiny ? 'app-icon tiny' : 'app-icon'} aria-hidden="true">
      {src ? <img src={src} alt="" className="h-full w-full rounded-[inherit] object-cover" /> : initials(name)}
    </span>
  );
}
