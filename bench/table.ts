/** Columns of a table: the first and the last to the left, those between to the right. */
export function alignRows(rows: readonly (readonly string[])[]): string[] {
  const count = rows[0]?.length ?? 0
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        if (column === 0) return cell.padEnd(widths[0] ?? 0)
        return column === count - 1 ? cell : cell.padStart(widths[column] ?? 0)
      })
      .join('  '),
  )
}
