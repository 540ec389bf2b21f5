export { rowXml, type SheetCell, type SheetCellKind } from './cells.ts'
export { daySerial, momentSerialsIn } from './serials.ts'
export {
  maxSheetRows,
  type SheetColumn,
  type SheetFact,
  sheetHead,
  sheetTail,
  workbookOf,
  xlsxType,
} from './workbook.ts'
