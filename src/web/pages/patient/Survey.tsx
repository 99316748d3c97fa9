import { pageTitle } from '../../../text/frame.ts';

export default function Survey() {
  return <h1>{pageTitle.survey}</h1>;
}
