import { createElement } from 'react';
import { furtherPages } from '../extensions/web.ts';
import { WrongPage } from './frame/RequireLogin.tsx';
import { knownPath } from './paths.ts';
import { usePlace } from './ui/navigation.tsx';

/** The page of an extension. Its address has no page where the build has no such extension. */
export default function FurtherPage() {
  const path = knownPath(usePlace().pathname);
  const page = path && furtherPages[path];
  return page ? createElement(page) : <WrongPage reason="notFound" />;
}
