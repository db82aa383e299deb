// The KIP that defines a new type, written from a form.
import { identifierPattern, quote } from '../../language/core.ts';

export interface NewAttribute {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

export interface NewType {
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly NewAttribute[];
}

/** The JSON types an attribute may have. */
export const ATTRIBUTE_TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;

/** What is wrong with the form, or undefined. */
export function faultOf({ name, attributes }: NewType, known: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
    return 'A type begins with a capital letter and goes on with letters and digits: MedicalDevice.';
  if (known.includes(name)) return `There is a type “${name}” already.`;
  for (const [index, attribute] of attributes.entries()) {
    if (!identifierPattern.test(attribute.name))
      return `“${attribute.name}” cannot name an attribute: letters, digits and “_”, as in risk_level.`;
    if (attributes.findIndex((each) => each.name === attribute.name) !== index)
      return `“${attribute.name}” is there twice.`;
  }
  return undefined;
}

/** The statement that defines the type. */
export function definitionOf({ name, description, attributes }: NewType): string {
  const rules = attributes.map(
    (attribute) =>
      `        ${attribute.name}: { type: ${quote(attribute.type)}, is_required: ${attribute.required}, description: "" }`,
  );
  const schema = rules.length === 0 ? '' : `,\n      instance_schema: {\n${rules.join(',\n')}\n      }`;
  return `UPSERT {
  CONCEPT ?type {
    {type: "$ConceptType", name: ${quote(name)}}
    SET ATTRIBUTES {
      description: ${quote(description)}${schema}
    }
  }
}`;
}
