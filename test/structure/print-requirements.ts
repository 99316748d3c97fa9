// Prints the table of security requirements as one page of Markdown.
import { requirements } from './promises.ts';

const rows = requirements().map((row) => Object.values(row).map((cell) => cell.replaceAll('|', '\\|')));
const table = [
  ['number', 'ASVS level', 'requirement', 'answer, place in the code', 'tested by'],
  Array(5).fill('---'),
  ...rows,
];
process.stdout.write(
  `# Security requirements\n\n${table.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`,
);
