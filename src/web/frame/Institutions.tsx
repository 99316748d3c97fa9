import { config } from '../api/config.ts';
import { ExternalLink } from '../ui/ExternalLink.tsx';
import css from './Institutions.module.css';

/** The logos of the institutions behind the product, each with a link. */
export function Institutions() {
  return config().institutions.map(({ image, alt, href }) => (
    <ExternalLink key={href} href={href} className={`framed beside ${css.logo}`}>
      <img src={image} alt={alt} />
    </ExternalLink>
  ));
}
