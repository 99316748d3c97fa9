import { wrongPageText as text } from '../../text/wrong-page.ts';
import { HomeButton } from './HomeButton.tsx';
import { Problem } from './Problem.tsx';

/** Shown in place of a page that does not exist, or that belongs to another user type. */
export default function WrongPage({ reason }: { reason: 'notFound' | 'forbidden' }) {
  return (
    <Problem {...text[reason]}>
      <HomeButton />
    </Problem>
  );
}
