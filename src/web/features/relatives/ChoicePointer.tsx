import { sharingText as text } from '../../../text/relatives.ts';
import { useAnswer } from '../../api/queries.ts';
import { sectionAddress } from '../../paths.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import css from '../consent/consent.module.css';

/** Leads to the question about relatives for as long as it is open. It stands below all sections, so nothing moves. */
export function SharingPointer() {
  const { data } = useAnswer('getSharing');
  if (!data?.asked || data.allowed !== null) return null;
  return (
    <p className={`muted ${css.pointer}`}>
      <span>{`${text.pointer} `}</span>
      <GuardedLink to={sectionAddress.patient('info')}>{text.toQuestion}</GuardedLink>
    </p>
  );
}
