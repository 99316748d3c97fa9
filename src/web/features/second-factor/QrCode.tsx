import { create } from 'qrcode';
import css from './second-factor.module.css';

// Cameras need a light edge of four modules around the code.
const EDGE = 4;

/** A QR code, drawn dark on light whatever the colours of the page are: many cameras read it no other way. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { modules } = create(content, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * EDGE;
  return (
    <svg
      className={css.qrCode}
      viewBox={`${-EDGE} ${-EDGE} ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-EDGE} y={-EDGE} width={size} height={size} fill="#fff" />
      <path d={darkModules(modules)} fill="#000" />
    </svg>
  );
}

function darkModules({ size, data }: { size: number; data: Uint8Array }): string {
  return Array.from(data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
}
