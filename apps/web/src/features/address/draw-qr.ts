import createCode from 'qrcode-generator';

export interface QrDrawing {
  /** Modules along a side. */
  readonly size: number;
  /** The dark modules as a path, one unit each; everything else is transparent. */
  readonly path: string;
}

/** A QR code at error correction level H, in the smallest version that holds the text. Throws where none does. */
export function drawQr(text: string): QrDrawing {
  const code = createCode(0, 'H');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) =>
      code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : '',
    ).join(''),
  );
  return { size, path: rows.join('') };
}
