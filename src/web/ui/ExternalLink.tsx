import { uiText } from '../../text/ui.ts';
import type { Elements } from './elements.ts';

type ExternalLinkProps = { href: string; children: Elements; className?: string | undefined };

/** A link to another site: it opens beside the application, so that nothing here is lost. */
export function ExternalLink({ href, children, className }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="visually-hidden">{` ${uiText.opensInNewTab}`}</span>
    </a>
  );
}
