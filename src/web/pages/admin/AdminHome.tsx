import { pageTitle } from '../../../text/frame.ts';

export default function AdminHome() {
  return <h1>{pageTitle.adminHome}</h1>;
}
