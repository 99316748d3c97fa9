import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import css from './information.module.css';

type LinkCardProps = { title: string; lead: string; href: string; children: string };

/** A link of the configuration; where none is configured there is no card. */
export function LinkCard({ title, lead, href, children }: LinkCardProps) {
  if (href === '') return null;
  return (
    <Card>
      <div className={css.words}>
        <h2>{title}</h2>
        <p>{lead}</p>
      </div>
      <div className={css.links}>
        <ExternalLink href={href} className={buttonClass('secondary')}>
          <Icon name="external" />
          {children}
        </ExternalLink>
      </div>
    </Card>
  );
}
