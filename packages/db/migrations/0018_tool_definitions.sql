CREATE TABLE "tool_definitions" (
	"tenant" text NOT NULL,
	"server" text NOT NULL,
	"tool" text NOT NULL,
	"digest" text NOT NULL,
	"definition" text NOT NULL,
	"accepted_by" text,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"waiting_digest" text,
	"waiting_definition" text,
	"waiting_since" timestamp (3) with time zone,
	CONSTRAINT "tool_definitions_tenant_server_tool_pk" PRIMARY KEY("tenant","server","tool")
);
