export { FileReaders } from './file-readers.ts'
