/**
 * Where items of earlier responses stand in an input, by the ids that those responses gave them; -1 for what is not
 * sent again. Clients name an item instead of repeating it, and the latest response knows those of all before it.
 */
export type ItemNames = Readonly<Record<string, number>>
