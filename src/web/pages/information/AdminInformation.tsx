import { pageTitle } from '../../../text/frame.ts';

export default function AdminInformation() {
  return <h1>{pageTitle.adminInformation}</h1>;
}
