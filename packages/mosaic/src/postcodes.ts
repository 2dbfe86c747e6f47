import type { Precision } from './population.ts'

/**
 * How many people a postcode stands for, by its form. Source of the forms:
 * https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions
 *
 * @param value capital letters and digits alone.
 */
export function postcodeClass(value: string): Precision | undefined {
  if (/^\d{4}$/.test(value)) return 'postal-area-of-four-digits'
  if (/^\d{5,6}$/.test(value)) return 'postal-area'
  // ZIP+4 and the seven or eight digits of Portugal, Japan and Brazil.
  if (/^\d{7,9}$/.test(value)) return 'postal-street'
  // Canada, the Netherlands, the United Kingdom.
  if (/^(?:[A-Z]\d[A-Z]\d[A-Z]\d|\d{4}[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2})$/.test(value)) return 'postal-street'
  return undefined
}
