export { docxOf, paragraph, pdfOf, xlsxOf } from './files-for-tests.ts'
