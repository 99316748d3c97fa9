import { dialLink } from '../../domain/phone.ts';

// A number begins with its country code or a zero, so that no year and no postcode is taken for one.
const contact = /([^\s@<>(),;:]+@[^\s@<>(),;:]+\.[^\s@<>(),;:.]+|(?:\+|\b0)\d[\d ()/-]{4,}\d)/;

/** A text with contact data: each telephone number dials, each e-mail address opens a mail. */
export function LinkedText({ text }: { text: string }) {
  return text.split(contact).map((part, index) =>
    // The parts between are the odd ones.
    // The parts of one text never change their places.
    // oxlint-disable react/no-array-index-key
    index % 2 === 0 ? (
      <span key={index}>{part}</span>
    ) : (
      <a key={index} href={part.includes('@') ? `mailto:${part}` : dialLink(part)}>
        {part}
      </a>
    ),
  );
}
