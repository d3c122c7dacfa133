import styles from './privacy-page.module.css';

interface FactTableProps {
  readonly columns: readonly string[];
  /** A cell for each column; the first one names the row. */
  readonly rows: readonly (readonly [name: string, ...cells: string[]])[];
  /** Whether the names are those of the code. */
  readonly isNamedByCode?: boolean;
}

/** What is kept or said, a row for each. */
export function FactTable({ columns, rows, isNamedByCode = false }: FactTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{isNamedByCode ? <code>{name}</code> : name}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
