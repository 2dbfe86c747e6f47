import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { useKey } from './keys.ts'
import styles from './table.module.css'

const ROW_PIXELS = 45
/** Rows on either side of the window: each is written anew in the frame of a fast scroll. */
const OVERSCAN_ROWS = 6
/** So near the end, more is fetched. */
const NEAR_END_ROWS = 12
const features = tableFeatures({})

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** A CSS length; what is left is shared by the columns without one. */
  readonly width?: string
  /** Left out where the window is as narrow as a phone. */
  readonly isWideOnly?: boolean
  readonly align?: 'end'
}

interface DataTableProps<Row> {
  /** Says to assistive technology what the table lists. */
  readonly label: string
  /** The same array for as long as the columns are the same. */
  readonly columns: readonly Column<Row>[]
  /** The same array for as long as the rows are the same. */
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
  /** Opens a row: by a click, or by Enter on the row that `j` and `k` have reached. */
  readonly onOpen?: (row: Row) => void
  /** The row that is open beside the table. */
  readonly openId?: string | undefined
  /** Called when the reader comes near the end, where there is more. */
  readonly onEnd?: (() => void) | undefined
  /** Whether `j` and `k` move here; true by default. One table of a screen has it. */
  readonly hasKeys?: boolean
}

/** A list of records. Only rows near the window are in the page, so it holds tens of thousands. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, onOpen, openId, onEnd, hasKeys = true } = props
  const scroller = useRef<HTMLDivElement>(null)
  const table = useTable({ features, columns: useTanstackColumns(columns), data: rows, getRowId: idOf })
  const model = table.getRowModel().rows
  const virtualizer = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    getItemKey: (index) => model[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  const isNearEnd = last !== undefined && last.index >= model.length - NEAR_END_ROWS
  useEffect(() => {
    if (isNearEnd) onEnd?.()
  }, [isNearEnd, onEnd])
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    // All rows at once, behind all writing: the browser lays the page out once.
    for (const { dataset, offsetHeight } of body.current?.rows ?? []) {
      if (dataset['index'] !== undefined) virtualizer.resizeItem(Number(dataset['index']), offsetHeight)
    }
  })
  const noteFocus = useFocusOfRow()
  const activeId = useActiveRow({ rows, idOf, hasKeys, scroller, reveal: (index) => virtualizer.scrollToIndex(index) })
  const slots = useRef(0)
  slots.current = Math.max(slots.current, items.length)
  return (
    <div ref={scroller} className={styles.scroller}>
      <table className={styles.table} aria-label={label} aria-rowcount={model.length + 1}>
        <Head columns={columns} />
        <tbody ref={body} onFocus={noteFocus}>
          <Spacer height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const row = model[index]
            if (row === undefined) return null
            return (
              <TableRow
                // A row that has left gives its elements to one that comes: to make them anew costs far more.
                key={index % slots.current}
                id={row.id}
                index={index}
                row={row.original}
                columns={columns}
                state={classNames(row.id === openId && styles.open, row.id === activeId && styles.active)}
                onOpen={onOpen}
              />
            )
          })}
          <Spacer height={virtualizer.getTotalSize() - (last?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  )
}

function Head<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <>
      <colgroup>
        {columns.map(({ id, width, isWideOnly }) => (
          <col key={id} style={{ width }} className={isWideOnly ? styles.wideOnly : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={cellClass(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}

interface TableRowProps<Row> {
  readonly id: string
  readonly index: number
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly state: string
  readonly onOpen: ((row: Row) => void) | undefined
}

/** A row takes the focus by `j` and `k`; who has neither uses the link that its first cell holds. */
function TableRow<Row>({ id, index, row, columns, state, onOpen }: TableRowProps<Row>) {
  // Cells of a row that stays in the page while it scrolls are not looked at again.
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      )),
    [columns, row],
  )
  return (
    <tr
      data-index={index}
      data-row={id}
      aria-rowindex={index + 2}
      tabIndex={-1}
      className={classNames(onOpen && styles.opens, state)}
      onClick={({ target }) => {
        if (!isInteractive(target)) onOpen?.(row)
      }}
      onKeyDown={({ key, target, currentTarget }) => {
        if (key === 'Enter' && target === currentTarget) onOpen?.(row)
      }}
    >
      {cells}
    </tr>
  )
}

/**
 * Takes the focus from a row whose elements another row has got, so that Enter never opens a row that was not chosen.
 *
 * @returns what takes each focus in the table.
 */
function useFocusOfRow(): (event: { readonly target: Element }) => void {
  const focused = useRef<{ readonly row: HTMLElement; readonly id: string | undefined }>(undefined)
  useLayoutEffect(() => {
    const { current } = focused
    if (current === undefined || current.row.dataset['row'] === current.id) return
    focused.current = undefined
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && current.row.contains(activeElement)) activeElement.blur()
  })
  return ({ target }) => {
    const row = target.closest<HTMLElement>('tr')
    focused.current = row === null ? undefined : { row, id: row.dataset['row'] }
  }
}

function useTanstackColumns<Row extends object>(columns: readonly Column<Row>[]) {
  return useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>()
    return columns.map(({ id, header, cell }) => helper.display({ id, header, cell: ({ row }) => cell(row.original) }))
  }, [columns])
}

/** Keeps the place of rows that are not in the page. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" className={styles.spacer}>
      <td style={{ height }} />
    </tr>
  )
}

function cellClass(column: Pick<Column<never>, 'align' | 'isWideOnly'> | undefined): string | undefined {
  return classNames(column?.isWideOnly && styles.wideOnly, column?.align === 'end' && styles.end) || undefined
}

/** A link or button in a row does its own; the row does not open as well. */
function isInteractive(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, label') !== null
}

interface ActiveRowInput<Row> {
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
  readonly hasKeys: boolean
  readonly scroller: { readonly current: HTMLElement | null }
  readonly reveal: (index: number) => void
}

/** Moves through the rows by `j` and `k`. The row that is reached has the focus, so that Enter opens it. */
function useActiveRow<Row>({ rows, idOf, hasKeys, scroller, reveal }: ActiveRowInput<Row>) {
  const [activeId, setActiveId] = useState<string>()
  const move = (step: number) => {
    const current = rows.findIndex((row) => idOf(row) === activeId)
    const index = Math.min(Math.max(current + (current < 0 && step < 0 ? 0 : step), 0), rows.length - 1)
    const row = rows[index]
    if (row === undefined) return
    reveal(index)
    setActiveId(idOf(row))
  }
  useEffect(() => {
    if (activeId === undefined) return
    scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(activeId)}"]`)?.focus({ preventScroll: true })
  }, [activeId, scroller])
  useKey({ key: 'j', label: 'Next row' }, () => move(1), hasKeys)
  useKey({ key: 'k', label: 'Row before' }, () => move(-1), hasKeys)
  return activeId
}
