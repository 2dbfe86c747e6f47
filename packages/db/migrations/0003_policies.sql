CREATE TABLE "policies" (
	"tenant" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"description" text NOT NULL,
	"text" text NOT NULL,
	"immutable" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policies_tenant_id_pk" PRIMARY KEY("tenant","id")
);
--> statement-breakpoint
CREATE TABLE "policy_sets" (
	"tenant" text PRIMARY KEY NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"tenant" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"change" text NOT NULL,
	"description" text NOT NULL,
	"text" text NOT NULL,
	"immutable" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_versions_tenant_id_version_pk" PRIMARY KEY("tenant","id","version")
);
