/** What the form of a field holds, and what of it is sent. */
import type { Schemas } from '#/api/client';

export type AppField = Schemas['AppDataField'];
export type FieldType = Schemas['AppDataType'];
export type RecordType = Schemas['ResourceType'];
export type Pattern = NonNullable<AppField['pattern']>;

export type Draft = {
  resourceType: RecordType; key: string; label: string; description: string; type: FieldType;
  minLength: string; maxLength: string; pattern: '' | Pattern; min: string; max: string; scale: string; choices: string;
  visibleToBusiness: boolean; editableByBusiness: boolean;
};

export const blank: Draft = {
  resourceType: 'INVOICE', key: '', label: '', description: '', type: 'TEXT',
  minLength: '', maxLength: '', pattern: '', min: '', max: '', scale: '', choices: '', visibleToBusiness: true, editableByBusiness: false,
};

const written = (value: string | number | undefined) => (value === undefined ? '' : String(value));

export const draftOf = (field: AppField): Draft => ({
  resourceType: field.resourceType, key: field.key, label: field.label, description: field.description, type: field.type,
  minLength: written(field.minLength), maxLength: written(field.maxLength), pattern: field.pattern ?? '',
  min: written(field.min), max: written(field.max), scale: written(field.scale), choices: (field.choices ?? []).join('\n'),
  visibleToBusiness: field.visibleToBusiness, editableByBusiness: field.editableByBusiness,
});

export const choicesOf = (draft: Draft) => draft.choices.split('\n').map((choice) => choice.trim()).filter(Boolean);
export const isText = (type: FieldType) => type === 'TEXT' || type === 'LONG_TEXT';
export const isNumber = (type: FieldType) => type === 'INTEGER' || type === 'DECIMAL';
export const keyFits = (key: string) => /^[a-z][a-z0-9_]{0,63}$/.test(key);

const count = (text: string) => (text.trim() === '' ? null : Number(text));

/** rulesOf is the rules of the draft's type; null takes one away, where there may have been one. */
export function rulesOf(draft: Draft): Omit<Schemas['AppDataFieldChange'], 'label' | 'description' | 'type' | 'visibleToBusiness' | 'editableByBusiness'> {
  const { type } = draft;
  const limit = (text: string) => (text.trim() === '' ? null : type === 'INTEGER' ? Number(text) : text.trim());
  return {
    ...(isText(type) ? { minLength: count(draft.minLength), maxLength: count(draft.maxLength) } : {}),
    ...(type === 'TEXT' ? { pattern: draft.pattern || null } : {}),
    ...(isNumber(type) ? { min: limit(draft.min), max: limit(draft.max) } : {}),
    ...(type === 'DECIMAL' ? { scale: count(draft.scale) } : {}),
    ...(type === 'CHOICE' ? { choices: choicesOf(draft) } : {}),
  };
}
