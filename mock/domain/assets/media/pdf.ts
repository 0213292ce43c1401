/**
 * Writes a PDF of one page.
 *
 * Source: ISO 32000-1 sections 7.5 and 9.4.
 */

/** Writes lines of text on a page, the first one as its title. Shape: letters of ASCII only. */
export function writePdf(lines: readonly string[]): string {
  const text = lines.map((line, index) => textLine(line, index)).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 298] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return (
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
    `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  );
}

/** Units: points from the lower left corner. */
function textLine(line: string, index: number): string {
  const size = index === 0 ? 20 : 12;
  const escaped = line.replaceAll(/[\\()]/g, '\\$&');
  return `BT /F1 ${size} Tf 36 ${250 - index * 24} Td (${escaped}) Tj ET`;
}
